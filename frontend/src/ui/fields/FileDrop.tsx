// Where files are dropped or chosen: every form that takes some has the same area, and its own words in it.
import { Button, type ButtonProps, FileButton } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useState } from "react";
import classes from "./FileDrop.module.css";

type Props = {
  label: string;
  /** How the names of what is taken end. */
  accept: string;
  /** Of several files only the first is taken, unless many are. */
  many?: boolean;
  onFiles: (files: readonly File[]) => void;
  choose: string;
  button?: Pick<ButtonProps, "variant" | "disabled" | "loading">;
  /** What is asked before a file is chosen. */
  before?: ReactNode;
  children: ReactNode;
};

export function FileDrop({
  label,
  accept,
  many,
  onFiles,
  choose,
  button,
  before,
  children,
}: Props) {
  const [over, setOver] = useState(false);
  const [turn, setTurn] = useState(0);
  const take = (files: readonly File[]) => {
    // The same file may be chosen again once it was corrected.
    setTurn(turn + 1);
    if (files.length > 0) onFiles(many ? files : files.slice(0, 1));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label={label}
      className={classes.drop}
      data-over={over || undefined}
      data-asks={before !== undefined || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {before}
      <FileButton
        multiple={many ?? false}
        accept={accept}
        onChange={(chosen) => take([chosen ?? []].flat())}
        key={turn}
      >
        {(props) => (
          <Button {...props} {...button} leftSection={<IconUpload size={16} aria-hidden />}>
            {choose}
          </Button>
        )}
      </FileButton>
      {children}
    </section>
  );
}
