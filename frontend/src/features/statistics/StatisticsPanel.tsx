// The figures of one record in a span of days that the reader chooses.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { dataQuery } from "../../api/queries";
import { FailedPart } from "../../ui/FailedPart";
import { SpanFields, useSpan } from "./SpanFields";

/** `height` is what the cards will take, so that nothing moves when they come. */
type Props<Entry> = {
  path: `/${string}-statistics`;
  id: string;
  height: number;
  children: (entry: Entry) => ReactNode;
};

export function StatisticsPanel<Entry>({ path, id, height, children }: Props<Entry>) {
  const { from, to, choose } = useSpan();
  const query = useQuery(dataQuery<Entry[]>(path, { id, from, to }));
  const [entry] = query.data ?? [];
  return (
    <Stack gap="md">
      <SpanFields from={from} to={to} choose={choose} />
      {entry && children(entry)}
      {!entry &&
        (query.isError ? <FailedPart retry={query.refetch} /> : <Skeleton height={height} />)}
    </Stack>
  );
}
