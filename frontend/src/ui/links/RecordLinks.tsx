// Links to records by name, in the current area.
import { Link } from "@tanstack/react-router";
import type { Ref } from "../../api/types";
import { usePermissions } from "../../session/permissions";
import { Absent } from "../display/Absent";
import { ShortName } from "../display/ShortName";
import classes from "../ui.module.css";
import { useIsAdminArea } from "./area";

/** A name without a link when the server says that the user may not open the record. */
type LinkedRecord = Ref & { can_open?: boolean };

export function ClientLink({ client }: { client: LinkedRecord | null }) {
  const isAdminArea = useIsAdminArea();
  if (client === null) return <Absent />;
  if (client.can_open === false) return client.name;
  return (
    <Link
      to={isAdminArea ? "/admin/clients/$id/view" : "/clients/$id/view"}
      params={{ id: client.api_id }}
      className={classes.link}
    >
      {client.name}
    </Link>
  );
}

type ProjectProps = {
  project: LinkedRecord | null;
  /** The client whose name stands beside the link. */
  client?: Ref | null;
};

export function ProjectLink({ project, client }: ProjectProps) {
  if (project === null) return <Absent />;
  const name = <ShortName name={project.name} client={client} />;
  if (project.can_open === false) return name;
  return (
    <Link to="/projects/$id/view" params={{ id: project.api_id }} className={classes.link}>
      {name}
    </Link>
  );
}

/** A team's page is in the administrators' area; other users see the name only. */
export function TeamLink({ team }: { team: Ref }) {
  const { can } = usePermissions();
  if (!can("teams.edit")) return team.name;
  return (
    <Link to="/admin/teams/$id/view" params={{ id: team.api_id }} className={classes.link}>
      {team.name}
    </Link>
  );
}

/** A user's only page is in the administrators' area. */
export function UserLink({ user }: { user: Ref }) {
  return (
    <Link to="/admin/users/$id/view" params={{ id: user.api_id }} className={classes.link}>
      {user.name}
    </Link>
  );
}

/** A link to an employee, in the current area. */
export function EmployeeLink({ employee }: { employee: LinkedRecord | null }) {
  const isAdminArea = useIsAdminArea();
  if (employee === null) return <Absent />;
  if (employee.can_open === false) return employee.name;
  return (
    <Link
      to={isAdminArea ? "/admin/employees/$id/view" : "/employees/$id/view"}
      params={{ id: employee.api_id }}
      className={classes.link}
    >
      {employee.name}
    </Link>
  );
}
