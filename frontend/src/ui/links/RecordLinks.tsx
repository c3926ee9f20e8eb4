// Links to records by their names, in the area the reader is in.
import { Link } from "@tanstack/react-router";
import type { Ref } from "../../api/types";
import { usePermissions } from "../../session/permissions";
import { Absent } from "../display/Absent";
import classes from "../ui.module.css";
import { useIsAdminArea } from "./area";

/** Where the server says that the reader may not open it, a name is no link: it would lead to a page that is not there. */
type Named = Ref & { can_open?: boolean };

export function ClientLink({ client }: { client: Named | null }) {
  const admin = useIsAdminArea();
  if (client === null) return <Absent />;
  if (client.can_open === false) return client.name;
  return (
    <Link
      to={admin ? "/admin/clients/$id/view" : "/clients/$id/view"}
      params={{ id: client.api_id }}
      className={classes.link}
    >
      {client.name}
    </Link>
  );
}

export function ProjectLink({ project }: { project: Named | null }) {
  if (project === null) return <Absent />;
  if (project.can_open === false) return project.name;
  return (
    <Link to="/projects/$id/view" params={{ id: project.api_id }} className={classes.link}>
      {project.name}
    </Link>
  );
}

/** A team's page is in the administrators' area: to everyone else it is a name. */
export function TeamLink({ team }: { team: Ref }) {
  const { may } = usePermissions();
  if (!may("teams.edit")) return team.name;
  return (
    <Link to="/admin/teams/$id/view" params={{ id: team.api_id }} className={classes.link}>
      {team.name}
    </Link>
  );
}

/** People are the administrators' business: their only page is in that area. */
export function UserLink({ user }: { user: Ref }) {
  return (
    <Link to="/admin/users/$id/view" params={{ id: user.api_id }} className={classes.link}>
      {user.name}
    </Link>
  );
}

/** A person of the agency, in the area the reader is in. */
export function EmployeeLink({ employee }: { employee: Named | null }) {
  const admin = useIsAdminArea();
  if (employee === null) return <Absent />;
  if (employee.can_open === false) return employee.name;
  return (
    <Link
      to={admin ? "/admin/employees/$id/view" : "/employees/$id/view"}
      params={{ id: employee.api_id }}
      className={classes.link}
    >
      {employee.name}
    </Link>
  );
}
