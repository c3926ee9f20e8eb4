// What administrators see above every screen: a restored copy that is not confirmed, or an overdue backup.
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

export function BackupNotice() {
  const status = useBackupStatus();
  if (status?.restored_copy) return <RestoredCopyBanner copy={status.restored_copy} />;
  if (status?.is_overdue) return <OverdueBackupBanner status={status} />;
  return null;
}
