// Password, second factor and Google account.
import { GoogleSection } from "./GoogleSection";
import { PasswordSection } from "./PasswordSection";
import classes from "./Profile.module.css";
import { SecondFactorSection } from "./SecondFactorSection";

export function SecurityPanel() {
  return (
    <div className={classes.stack} data-in-order>
      <SecondFactorSection />
      <PasswordSection />
      <GoogleSection />
    </div>
  );
}
