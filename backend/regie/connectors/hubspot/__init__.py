"""HubSpot CRM: deals, their companies, contacts, owners and pipelines."""
