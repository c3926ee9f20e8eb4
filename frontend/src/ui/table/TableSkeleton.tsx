// A placeholder for a list while its first rows load; a quick response never shows it.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import { useDelayed } from "../feedback/useDelayed";
import classes from "./Table.module.css";

const SKELETON_DELAY_MS = 150;

export function TableSkeleton({ rows, height }: { rows: number; height: number }) {
  const t = useTranslate();
  const isDelayed = useDelayed(SKELETON_DELAY_MS);
  return (
    <div
      className={classes.frame}
      role="status"
      aria-busy="true"
      aria-label={t("table.loading")}
      style={{ height: (rows + 1) * height, padding: "8px 12px" }}
    >
      {isDelayed &&
        Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
          <Skeleton key={index} height={height - 16} mb={16} radius="sm" />
        ))}
    </div>
  );
}
