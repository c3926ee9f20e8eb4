// The button to close a month for all retainers.
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";

const LockMonth = lazyComponent(async () => {
  const [module] = await Promise.all([import("./LockMonth"), loadMessages("hours")]);
  return module.LockMonth;
});

export function LockMonthButton() {
  const t = useTranslate();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLock size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t("projects.lock_month")}
      </Button>
      {opened && <LockMonth onClose={() => setOpened(false)} />}
    </>
  );
}
