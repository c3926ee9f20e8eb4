"""The connectors, against a scripted server and against the sandbox."""
