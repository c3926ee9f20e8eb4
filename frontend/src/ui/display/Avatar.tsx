// A person's picture or initials; the name is always next to it.
import { serverUrl } from "../../api/baseUrl";
import { initialsOf } from "../../lib/text";
import classes from "./Avatar.module.css";

type Props = { name: string; picture: string | null; size?: number };

export function Avatar({ name, picture, size = 34 }: Props) {
  const box = { width: size, height: size };
  if (picture) {
    return <img className={classes.avatar} src={serverUrl(picture)} alt="" style={box} />;
  }
  return (
    <span
      className={classes.avatar}
      style={{ ...box, fontSize: size * 0.36 }}
      data-initials={initialsOf(name)}
    />
  );
}
