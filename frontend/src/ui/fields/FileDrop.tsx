// A drop zone with a file button, the same in every form.
import { Button, type ButtonProps, FileButton } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useState } from "react";
import classes from "./FileDrop.module.css";

type Props = {
  label: string;
  /** The accepted file extensions. */
  accept: string;
  /** Without it, only the first of several files is used. */
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
  buttonLabel: string;
  button?: Pick<ButtonProps, "variant" | "disabled" | "loading">;
  /** Fields before the file button. */
  before?: ReactNode;
  children: ReactNode;
};

export function FileDrop({
  label,
  accept,
  multiple,
  onFiles,
  buttonLabel,
  button,
  before,
  children,
}: Props) {
  const [isOver, setIsOver] = useState(false);
  const [resetCount, setResetCount] = useState(0);
  const acceptFiles = (files: readonly File[]) => {
    // Resets the input, so that the same file can be chosen again after a correction.
    setResetCount(resetCount + 1);
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    acceptFiles([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label={label}
      className={classes.drop}
      data-over={isOver || undefined}
      data-asks={before !== undefined || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {before}
      <FileButton
        multiple={multiple ?? false}
        accept={accept}
        onChange={(chosen) => acceptFiles([chosen ?? []].flat())}
        key={resetCount}
      >
        {(props) => (
          <Button {...props} {...button} leftSection={<IconUpload size={16} aria-hidden />}>
            {buttonLabel}
          </Button>
        )}
      </FileButton>
      {children}
    </section>
  );
}
