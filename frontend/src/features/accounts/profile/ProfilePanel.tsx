// Picture, profile form and shortcuts of the current user.
import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { EmployeeSection } from "./EmployeeSection";
import { PictureSection } from "./PictureSection";
import classes from "./Profile.module.css";

const ShortcutsSection = lazy(async () => ({
  default: (await import("./ShortcutsSection")).ShortcutsSection,
}));
const PersonalDataSection = lazy(async () => ({
  default: (await import("./PersonalDataSection")).PersonalDataSection,
}));
const ProfileForm = lazy(async () => ({ default: (await import("./ProfileForm")).ProfileForm }));

export function ProfilePanel() {
  return (
    <div className={classes.stack}>
      <PictureSection />
      <Suspense fallback={<Skeleton height={480} />}>
        <ProfileForm />
      </Suspense>
      <EmployeeSection />
      <Suspense fallback={<Skeleton height={120} />}>
        <ShortcutsSection />
      </Suspense>
      <Suspense fallback={<Skeleton height={120} />}>
        <PersonalDataSection />
      </Suspense>
    </div>
  );
}
