"""The invented agency whose people, clients, work and money the imitated services hold."""
