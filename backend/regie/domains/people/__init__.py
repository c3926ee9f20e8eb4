"""The people of the agency: users and roles, employees, teams, and their notifications."""
