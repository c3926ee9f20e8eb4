// A placeholder for a detail page while its record loads; a quick response never shows it.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import { useDelayed } from "../feedback/useDelayed";
import { DetailColumns } from "./DetailColumns";

const SKELETON_DELAY_MS = 150;

export function DetailSkeleton() {
  const t = useTranslate();
  const isDelayed = useDelayed(SKELETON_DELAY_MS);
  return (
    <div role="status" aria-busy="true" aria-label={t("common.loading")} style={{ minHeight: 480 }}>
      {isDelayed && (
        <>
          <Skeleton height={28} width={280} mb="md" />
          <DetailColumns aside={<Skeleton height={360} />}>
            <Skeleton height={36} mb="md" />
            <Skeleton height={200} />
          </DetailColumns>
        </>
      )}
    </div>
  );
}
