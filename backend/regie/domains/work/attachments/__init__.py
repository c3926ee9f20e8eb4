"""Files that people keep with a project, a client or an employee."""
