// Whether single letters are shortcuts in this browser: chosen on the sheet of shortcuts and in one's account.
import "@mantine/core/styles/Switch.css";
import { Switch } from "@mantine/core";
import { useState } from "react";
import { chooseShortcuts, hasShortcuts } from "./shortcutChoice";

export function ShortcutSwitch({ label, detail }: { label: string; detail: string }) {
  const [on, setOn] = useState(hasShortcuts);
  return (
    <Switch
      mt="lg"
      label={label}
      description={detail}
      checked={on}
      onChange={({ currentTarget: { checked } }) => {
        chooseShortcuts(checked);
        setOn(checked);
      }}
    />
  );
}
