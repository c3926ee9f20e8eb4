// A few free words, each entered with Enter or a comma, each removable.
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { Pill, PillsInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import type { ControlProps } from "./control";

const MAX_TAGS = 20;

/** The words so far and the new ones, each once. */
function withTags(tags: readonly string[], text: string): string[] {
  const added = text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  return [...new Set([...tags, ...added])].slice(0, MAX_TAGS);
}

export function TagsControl(props: ControlProps<string[]>) {
  const { inputName: _, name: __, value, onChange, ...control } = props;
  const t = useTranslate();
  const [typed, setTyped] = useState("");
  const add = () => {
    if (typed.trim() !== "") onChange(withTags(value, typed));
    setTyped("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const leaves = event.key === "Enter" && !event.ctrlKey && !event.metaKey && typed !== "";
    if (leaves || event.key === ",") {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && typed === "") {
      onChange(value.slice(0, -1));
    }
  };
  return (
    <PillsInput {...control}>
      <Pill.Group>
        {value.map((tag) => (
          <Pill
            key={tag}
            withRemoveButton
            onRemove={() => onChange(value.filter((one) => one !== tag))}
            removeButtonProps={{
              style: { minHeight: 24, minWidth: 24 },
              "aria-label": t("form.tags.remove", { tag }),
              "aria-hidden": false,
              tabIndex: 0,
            }}
          >
            {tag}
          </Pill>
        ))}
        <PillsInput.Field
          value={typed}
          placeholder={value.length === 0 ? t("form.tags.placeholder") : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
      </Pill.Group>
    </PillsInput>
  );
}
