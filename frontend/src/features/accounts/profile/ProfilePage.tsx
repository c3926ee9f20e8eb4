// The current user's account: profile, protection, sessions and permissions.
import { Skeleton } from "@mantine/core";
import "@mantine/core/styles/Skeleton.css";
import { type ComponentType, lazy, Suspense } from "react";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { type UrlTab, UrlTabs } from "../../../ui/layout/UrlTabs";
import { ImpersonationNotice } from "./ImpersonationNotice";
import classes from "./Profile.module.css";
import { ProfilePanel } from "./ProfilePanel";

const NotificationsPanel = lazy(async () => ({
  default: (await import("./NotificationsPanel")).NotificationsPanel,
}));
const SecurityPanel = lazy(async () => ({
  default: (await import("./SecurityPanel")).SecurityPanel,
}));
const SessionsPanel = lazy(async () => ({
  default: (await import("./SessionsPanel")).SessionsPanel,
}));
const UserExports = lazy(async () => {
  const [exports] = await Promise.all([
    import("../../../ui/exports/UserExports"),
    loadMessages("dialogs"),
  ]);
  return { default: exports.UserExports };
});
const AccessPanel = lazy(async () => ({ default: (await import("./AccessPanel")).AccessPanel }));

const SecondFactorRequired = lazy(async () => ({
  default: (await import("./SecondFactorRequired")).SecondFactorRequired,
}));

function Panel({ content: Content }: { content: ComponentType }) {
  return (
    <div className={classes.page}>
      <Suspense fallback={<Skeleton height={320} />}>
        <Content />
      </Suspense>
    </div>
  );
}

/** A panel that is closed during impersonation. */
function PersonalPanel({ content }: { content: ComponentType }) {
  const { impersonator } = useCurrentUser();
  return <Panel content={impersonator ? ImpersonationNotice : content} />;
}

type Props = { target: string; featureTabs?: readonly UrlTab[] };

/** `target` is the address to open after a required second factor is set up; `featureTabs` follow the profile. */
export function ProfilePage({ target, featureTabs = [] }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  if (user.must_enrol) {
    return (
      <Suspense fallback={null}>
        <SecondFactorRequired target={target} />
      </Suspense>
    );
  }
  const tabs = [
    {
      id: "profile",
      label: t("profile.tab.profile"),
      panel: () => <PersonalPanel content={ProfilePanel} />,
    },
    ...featureTabs,
    {
      id: "notifications",
      label: t("profile.tab.notifications"),
      panel: () => <PersonalPanel content={NotificationsPanel} />,
    },
    {
      id: "exports",
      label: t("profile.tab.exports"),
      panel: () => <PersonalPanel content={UserExports} />,
    },
    {
      id: "security",
      label: t("profile.tab.security"),
      panel: () => <PersonalPanel content={SecurityPanel} />,
    },
    {
      id: "sessions",
      label: t("profile.tab.sessions"),
      panel: () => <PersonalPanel content={SessionsPanel} />,
    },
    { id: "access", label: t("profile.tab.access"), panel: () => <Panel content={AccessPanel} /> },
  ];
  return (
    <>
      <PageTitle>{t("profile.title")}</PageTitle>
      <UrlTabs tabs={tabs} label={t("profile.title")} />
    </>
  );
}
