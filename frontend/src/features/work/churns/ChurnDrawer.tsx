// One loss in a drawer.
import { optionalItemQuery } from "../../../api/queries";
import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "../../../i18n/translate";
import { SideDrawer } from "../../../ui/dialogs/SideDrawer";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { ChurnDetail } from "./ChurnDetail";

export function ChurnDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate();
  const {
    data: event,
    isError,
    error,
    refetch,
  } = useQuery(optionalItemQuery("/churn-events/{id}", id));
  const title = t("churns.detail_title", { name: event?.project.name ?? "" });
  return (
    <SideDrawer title={title} width="max(32vw, 440px)" onClose={onClose}>
      {event && <ChurnDetail event={event} />}
      {!event &&
        (isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={420} />)}
    </SideDrawer>
  );
}
