"""The rules core of the domino table, with its wire and journal codecs: values in, values out, on both interpreters."""
