// One's own account: what others see of it, how it is protected, where it is open, and what it may do.
import { Skeleton } from "@mantine/core";
import "@mantine/core/styles/Skeleton.css";
import { type ComponentType, lazy, Suspense } from "react";
import { useTranslate } from "../../../i18n/translate";
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
const OwnExports = lazy(async () => ({
  default: (await import("../../../ui/exports/UserExports")).UserExports,
}));
const AccessPanel = lazy(async () => ({ default: (await import("./AccessPanel")).AccessPanel }));

const SecondFactorRequired = lazy(async () => ({
  default: (await import("./SecondFactorRequired")).SecondFactorRequired,
}));

function Panel({ of: Content }: { of: ComponentType }) {
  return (
    <div className={classes.page}>
      <Suspense fallback={<Skeleton height={320} />}>
        <Content />
      </Suspense>
    </div>
  );
}

/** What only the person themself may see. */
function OwnPanel({ of }: { of: ComponentType }) {
  const { impersonator } = useCurrentUser();
  return <Panel of={impersonator ? ImpersonationNotice : of} />;
}

type Props = { target: string; featureTabs?: readonly UrlTab[] };

/** `target` is where somebody was going who must set up a second factor first; `featureTabs` are shown after the profile. */
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
    { id: "profile", label: t("profile.tab.profile"), panel: () => <OwnPanel of={ProfilePanel} /> },
    ...featureTabs,
    {
      id: "notifications",
      label: t("profile.tab.notifications"),
      panel: () => <OwnPanel of={NotificationsPanel} />,
    },
    { id: "exports", label: t("profile.tab.exports"), panel: () => <OwnPanel of={OwnExports} /> },
    {
      id: "security",
      label: t("profile.tab.security"),
      panel: () => <OwnPanel of={SecurityPanel} />,
    },
    {
      id: "sessions",
      label: t("profile.tab.sessions"),
      panel: () => <OwnPanel of={SessionsPanel} />,
    },
    { id: "access", label: t("profile.tab.access"), panel: () => <Panel of={AccessPanel} /> },
  ];
  return (
    <>
      <PageTitle>{t("profile.title")}</PageTitle>
      <UrlTabs tabs={tabs} label={t("profile.title")} />
    </>
  );
}
