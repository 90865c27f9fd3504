"""The virtual table: a simulated board and register-level chip models that run the real firmware."""
