// One user: overview, permissions and activity.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { itemQuery } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { ACTIVITY_PERMISSIONS, usePermissions } from "../../../session/permissions";
import { DetailColumns } from "../../../ui/details/DetailColumns";
import { DetailSkeleton } from "../../../ui/details/DetailSkeleton";
import { StatusBadge } from "../../../ui/display/StatusBadge";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { UrlTabs } from "../../../ui/layout/UrlTabs";
import { lazyComponent } from "../../../ui/lazyComponent";
import { UserActions } from "./UserActions";
import { UserFacts } from "./UserFacts";
import { UserOverview } from "./UserOverview";

const UserAccess = lazyComponent(async () => (await import("./UserAccess")).UserAccess);

/** `activity` comes from the route: nouns do not import each other. */
export function UserView({ id, activity }: { id: string; activity: ReactNode }) {
  const t = useTranslate();
  const { canAny } = usePermissions();
  const { data: user } = useQuery(itemQuery("/users/{id}", id));
  if (user === undefined) return <DetailSkeleton />;
  const tabs = [
    { id: "overview", label: t("users.tab.overview"), panel: () => <UserOverview user={user} /> },
    {
      id: "access",
      label: t("users.tab.access"),
      panel: () => <UserAccess id={id} />,
    },
    ...(canAny(ACTIVITY_PERMISSIONS)
      ? [{ id: "activity", label: t("users.tab.activity"), panel: () => activity }]
      : []),
  ];
  return (
    <>
      <PageTitle
        badge={<StatusBadge enumName="user_status" value={user.status} />}
        actions={<UserActions user={user} />}
      >
        {user.name}
      </PageTitle>
      <DetailColumns aside={<UserFacts user={user} />}>
        <UrlTabs tabs={tabs} label={user.name} />
      </DetailColumns>
    </>
  );
}
