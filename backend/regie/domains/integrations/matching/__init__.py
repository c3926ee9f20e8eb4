"""Which records of the outside services are the same as ours."""
