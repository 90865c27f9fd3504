"""Task and TaskQueue of asyncio in Python, in the place of the C ones.

The C code stamps woken tasks with the real tick and so lets wall time into a virtual world. These use the board's
clock. A queue is a list in order of time, first come first served among equals.
"""

from . import current

_PERIOD = 1 << 30
_HALF = 1 << 29


class TaskQueue:
    def __init__(self):
        self._tasks = []

    def peek(self):
        return self._tasks[0] if self._tasks else None

    def push(self, task, key=None):
        if key is None:
            key = current.clock.us // 1000 & (_PERIOD - 1)
        task.ph_key = key
        task.data = None
        tasks = self._tasks
        at = len(tasks)
        while at and (tasks[at - 1].ph_key - key + _HALF & (_PERIOD - 1)) > _HALF:
            at -= 1
        tasks.insert(at, task)

    def pop(self):
        return self._tasks.pop(0)

    def remove(self, task):
        self._tasks.remove(task)


class Task:
    """`state`: True running, None finished and not awaited, False finished and awaited, or the queue of waiters."""

    def __init__(self, coro, core=None):
        self.coro = coro
        self.data = None
        self.state = True
        self.ph_key = 0
        self._core = core  # the globals of asyncio.core

    def __iter__(self):
        if not self.state:
            self.state = False
        elif self.state is True:
            self.state = TaskQueue()
        elif type(self.state) is not TaskQueue:
            raise RuntimeError("can't wait")
        return self

    def __next__(self):
        if not self.state:
            if self.data is None:
                raise StopIteration
            raise self.data
        caller = self._core["cur_task"]
        self.state.push(caller)
        caller.data = self

    def done(self):
        return not self.state

    def cancel(self):
        """Wake the task with CancelledError; a task that waits for another passes the cancel on to it."""
        if not self.state:
            return False
        core = self._core
        if self is core["cur_task"]:
            raise RuntimeError("can't cancel self")
        task = self
        while isinstance(task.data, Task):
            task = task.data
        queue = core["_task_queue"]
        if hasattr(task.data, "remove"):
            task.data.remove(task)
            queue.push(task)
        elif core["ticks_diff"](task.ph_key, core["ticks"]()) > 0:
            queue.remove(task)
            queue.push(task)
        task.data = core["CancelledError"]
        return True
