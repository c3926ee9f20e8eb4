// An employee's home: the week's hours, the projects with what is left, goals and recognition; no money.
import { useCurrentUser } from "../../../session/currentUser";
import { can } from "../../../session/permissions";
import classes from "./EmployeeHome.module.css";
import { MyGoalsList, MyProjects, MyRecognition } from "./EmployeeLists";
import { MyWeek } from "./MyWeek";

export function EmployeeHome() {
  const user = useCurrentUser();
  return (
    <div className={classes.columns}>
      <div>
        {user.employee && <MyWeek />}
        {can(user, "projects.view") && <MyProjects />}
      </div>
      <div>
        {user.employee && <MyGoalsList employee={user.employee.api_id} />}
        {user.employee && <MyRecognition employee={user.employee.api_id} />}
      </div>
    </div>
  );
}
