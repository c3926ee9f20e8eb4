// Turns single-letter shortcuts on or off in this browser.
import "@mantine/core/styles/Switch.css";
import { Switch } from "@mantine/core";
import { useState } from "react";
import { hasShortcuts, saveShortcuts } from "./shortcutChoice";

export function ShortcutSwitch({ label, detail }: { label: string; detail: string }) {
  const [isOn, setIsOn] = useState(hasShortcuts);
  return (
    <Switch
      mt="lg"
      label={label}
      description={detail}
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => {
        saveShortcuts(checked);
        setIsOn(checked);
      }}
    />
  );
}
