// What a person may do, and which of their roles gives it.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import { AccessTable } from "../../../ui/account/AccessTable";

const accessQuery = (id: string) => dataQuery("/users/{id}/access", { params: { id: id } });

export function UserAccess({ id }: { id: string }) {
  const { data: access } = useQuery(accessQuery(id));
  return access === undefined ? <Skeleton height={320} /> : <AccessTable access={access} />;
}
