"""Problems that users report from a screen."""
