"""What the memory of an emulated Pico shows: how deep its stack went, and how much of its heap is free.

Both are read from the chip's RAM while it stands still, so that nothing in the firmware has to be changed to measure
it and measuring costs the firmware no time.
"""

import struct

RAM = 0x20000000
VECTORS = 0x10000100  # the first word is the top of the stack
STACK_MARK = 0x5A5AC3C3
STACK_MOST = 8192

BLOCK = 16  # bytes of the heap that are given out together
IN_A_BYTE = 4  # blocks in a byte of the allocation table, two bits each; a free block has 0
_FREE_IN = bytes(sum(value >> shift & 3 == 0 for shift in (0, 2, 4, 6)) for value in range(256))


class Memory:
    def __init__(self, mcu):
        self._mcu = mcu
        self._table: tuple[int, int] | None = None  # where the allocation table is in RAM, and its length

    # The stack

    def mark_stack(self) -> None:
        """Fill the free part of the stack with a mark; `stack_used` then tells how deep it went."""
        top = self._stack_top()
        for address in range(top - STACK_MOST, self._mcu.core.registers[13], 4):
            self._mcu.write_uint32(address, STACK_MARK)

    def stack_used(self) -> int:
        """The most bytes of stack in use at once since `mark_stack`, interrupts included."""
        top = self._stack_top()
        address = top - STACK_MOST
        while address < top and self._mcu.read_uint32(address) == STACK_MARK:
            address += 4
        return top - address

    def _stack_top(self) -> int:
        top = self._mcu.read_uint32(VECTORS)
        if not RAM < top <= RAM + len(self._mcu.sram):
            raise ValueError("the image does not begin with a stack address: %08x" % top)
        return top

    # The heap

    def heap_free(self) -> int:
        """What `gc.mem_free()` would give now: bytes that are in no block, garbage not counted as free."""
        if self._table is None:
            self._table = self._find_table()
        start, length = self._table
        return sum(bytes(self._mcu.sram[start : start + length]).translate(_FREE_IN)) * BLOCK

    def _find_table(self) -> tuple[int, int]:
        """The collector's record of its heap: the table's address and length, then others, then where its blocks lie.

        It is known by its numbers agreeing: the table is followed by the heap, and has two bits for every block.
        """
        words = struct.unpack("<%dI" % (len(self._mcu.sram) // 4), bytes(self._mcu.sram))
        end_of_ram = RAM + len(self._mcu.sram)
        found = set()
        for at in range(len(words) - 4):
            table, length, finalisers, first, end = words[at : at + 5]
            if RAM <= table < finalisers < first < end <= end_of_ram and table + length <= finalisers:
                if end - first == length * IN_A_BYTE * BLOCK and length > 1000:
                    found.add((table - RAM, length))
        if len(found) != 1:
            raise ValueError("the image's heap is not where it was looked for")
        return found.pop()
