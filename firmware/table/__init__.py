"""The application on the microcontroller: scan, lights, screen, store, link and what binds them."""

VERSION = "0.1.0"
