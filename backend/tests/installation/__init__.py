"""`regie setup`, `regie doctor` and the configuration file."""
