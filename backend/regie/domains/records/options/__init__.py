"""The lists of choices that belong to the organization: reasons, industries, types of extra work."""
