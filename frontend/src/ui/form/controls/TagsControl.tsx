// Tags, each entered with Enter or a comma; each can be removed.
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { Pill, PillsInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import type { ControlProps } from "./control";

/** The tags with the new ones, without duplicates. */
function withTags(tags: readonly string[], text: string, max: number | undefined): string[] {
  const added = text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  return [...new Set([...tags, ...added])].slice(0, max);
}

type Props = ControlProps<string[]> & {
  /** The maximum number of tags. */
  max: number | undefined;
};

export function TagsControl(props: Props) {
  const { inputName: _, name: __, value, onChange, max, ...control } = props;
  const t = useTranslate();
  const [text, setText] = useState("");
  const add = () => {
    if (text.trim() !== "") onChange(withTags(value, text, max));
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnter = event.key === "Enter" && !event.ctrlKey && !event.metaKey && text !== "";
    if (isEnter || event.key === ",") {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && text === "") {
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
            onRemove={() => onChange(value.filter((item) => item !== tag))}
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
          value={text}
          placeholder={value.length === 0 ? t("form.tags.placeholder") : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
      </Pill.Group>
    </PillsInput>
  );
}
