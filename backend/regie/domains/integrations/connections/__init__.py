"""How the outside services are connected: addresses, keys, consent."""
