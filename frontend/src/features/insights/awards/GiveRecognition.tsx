// The button to give recognition; hidden during impersonation, because recognition is personal.
import { Button } from "@mantine/core";
import { IconAward } from "@tabler/icons-react";
import { useState } from "react";
import type { Ref } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import { lazyComponent } from "../../../ui/lazyComponent";

const GiveRecognitionDialog = lazyComponent(
  async () => (await import("./GiveRecognitionDialog")).GiveRecognitionDialog,
);

type Props = { receiver?: Ref; coreValue?: Ref };

export function GiveRecognition({ receiver, coreValue }: Props) {
  const t = useTranslate();
  const { can } = usePermissions();
  const { impersonator } = useCurrentUser();
  const [opened, setOpened] = useState(false);
  if (!can("awards.give") || impersonator !== undefined) return null;
  const prefill = { ...(receiver && { receiver }), ...(coreValue && { core_value: coreValue }) };
  return (
    <>
      <Button leftSection={<IconAward size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t("recognition.give")}
      </Button>
      {opened && <GiveRecognitionDialog prefill={prefill} onClose={() => setOpened(false)} />}
    </>
  );
}
