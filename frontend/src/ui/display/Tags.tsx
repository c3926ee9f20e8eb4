// A record's tags.
import { Group } from "@mantine/core";
import { Absent } from "./Absent";
import { Badge } from "./Badge";

export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <Absent />;
  return (
    <Group gap={4}>
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </Group>
  );
}
