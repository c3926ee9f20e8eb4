// A user's permissions, with the roles that grant them.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import { AccessTable } from "../../../ui/account/AccessTable";

const accessQuery = (id: string) => dataQuery("/users/{id}/access", { params: { id } });

export function UserAccess({ id }: { id: string }) {
  const { data: access } = useQuery(accessQuery(id));
  return access === undefined ? <Skeleton height={320} /> : <AccessTable access={access} />;
}
