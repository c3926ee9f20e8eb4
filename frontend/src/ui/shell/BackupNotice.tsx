// What administrators see above every screen: a restored copy that is not confirmed, or an overdue or damaged backup.

import { loadMessages } from "../../i18n/translate";
import { useBackupStatus } from "../../session/backups";
import { lazyComponent } from "../lazyComponent";

const RestoredCopyBanner = lazyComponent(
  async () => (await import("./RestoredCopyBanner")).RestoredCopyBanner,
  null,
);
const OverdueBackupBanner = lazyComponent(
  async () => (await import("./OverdueBackupBanner")).OverdueBackupBanner,
  null,
);
const DamagedBackupBanner = lazyComponent(async () => {
  const [{ DamagedBackupBanner: Banner }] = await Promise.all([
    import("./DamagedBackupBanner"),
    loadMessages("administration"),
  ]);
  return Banner;
}, null);

export function BackupNotice() {
  const status = useBackupStatus();
  if (status?.restored_copy) return <RestoredCopyBanner copy={status.restored_copy} />;
  if (status?.is_overdue) return <OverdueBackupBanner status={status} />;
  const verification = status?.last_verification;
  if (verification?.outcome === "failed")
    return <DamagedBackupBanner verification={verification} />;
  return null;
}
