"""The margin of clients, projects, kinds, teams, people and months: revenue less hours and external costs."""
