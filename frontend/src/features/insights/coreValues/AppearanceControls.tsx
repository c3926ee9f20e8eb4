// Form controls for the icon and the colour of a core value: radio buttons with pictures and labels.
import type { EnumName } from "../../../api/types";
import "@mantine/core/styles/Input.css";
import { Input } from "@mantine/core";
import type { ReactNode } from "react";
import { useEnumOptions } from "../../../session/enumOptions";
import { ValueIcon } from "../../../ui/display/ValueBadge";
import valueClasses from "../../../ui/display/ValueBadge.module.css";
import type { ControlProps } from "../../../ui/form/controls/control";
import classes from "./AppearanceControls.module.css";

export function IconControl(props: ControlProps<string>) {
  return (
    <PictureRadioGroup {...props} enumName="core_value_icon">
      {(icon) => <ValueIcon icon={icon} size={20} />}
    </PictureRadioGroup>
  );
}

export function ColourControl(props: ControlProps<string>) {
  return (
    <PictureRadioGroup {...props} enumName="core_value_colour">
      {(colour) => (
        <span className={valueClasses.swatch} data-colour={colour} aria-hidden>
          Aa
        </span>
      )}
    </PictureRadioGroup>
  );
}

type Props = ControlProps<string> & { enumName: EnumName; children: (value: string) => ReactNode };

function PictureRadioGroup(props: Props) {
  const { id, inputName, label, description, error, required, value, onChange, enumName } = props;
  const { items } = useEnumOptions();
  return (
    <fieldset
      className={classes.group}
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={error ? true : undefined}
    >
      <Input.Label component="legend" required={required}>
        {label}
      </Input.Label>
      {description && <Input.Description>{description}</Input.Description>}
      <div className={classes.choices}>
        {items(enumName).map((item, index) => (
          <label key={item.value} className={classes.choice} title={item.label}>
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={inputName}
              value={item.value}
              checked={item.value === value}
              onChange={() => onChange(item.value)}
              aria-label={item.label}
            />
            {props.children(item.value)}
          </label>
        ))}
      </div>
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </fieldset>
  );
}
