"""Defines the commands of `regie`; each imports its own modules, so that `serve` starts quickly."""

import argparse
import json
import os
import sys
from ipaddress import ip_address
from pathlib import Path

import structlog

from regie.configuration import ConfigurationError, read_environment
from regie.logs import Stream, configure_logs, is_readable
from regie.settings import Settings, SettingsError, load_settings, refuse_unsafe

log = structlog.get_logger("regie.cli")
# The output of the other commands is their result.
_LOGGING_TO_STDOUT = ("serve", "worker", "sandbox")
# They write the settings, or report what is wrong with them.
_CHECKING_THEMSELVES = ("setup", "doctor")
# They open neither the database nor the data folder.
_WITHOUT_DATA = ("sandbox", "sample-data", "revise", "export-openapi")
_SAMPLE_SEED = 7


def main() -> None:
    options = build_parser().parse_args()
    if options.config and options.command != "setup":
        # Child processes read the same file.
        os.environ["REGIE_CONFIG"] = str(options.config)
    environment = _environment_name()
    stream: Stream = "stdout" if options.command in _LOGGING_TO_STDOUT else "stderr"
    configure_logs(environment, stream)
    try:
        _run(options)
    except SettingsError as error:
        _report_refusal(error, is_readable(environment, stream))
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception:
        log.critical("unexpected_error", exc_info=True)
        sys.exit(1)


def _environment_name() -> str:
    """The environment of the log lines, before all settings are read; `_run` reports an unreadable configuration."""
    try:
        return read_environment().get("REGIE_ENV") or "development"
    except ConfigurationError:
        return "development"


def _run(options: argparse.Namespace) -> None:
    settings = load_settings()
    if options.command not in _CHECKING_THEMSELVES:
        refuse_unsafe(settings)
    if options.command not in (*_WITHOUT_DATA, *_CHECKING_THEMSELVES):
        _prepare_data(settings, options.command, getattr(options, "host", "127.0.0.1"))
    _COMMANDS[options.command](settings, options)


def _prepare_data(settings: Settings, command: str, host: str) -> None:
    from regie.startup import refuse_public_secrets, report_open_folders, wait_for_database

    refuse_public_secrets(settings, host)
    # Database, mail and uploaded files belong to this account only.
    os.umask(0o077)
    report_open_folders(settings)
    wait_for_database(settings, with_jobs=command == "worker")


def _report_refusal(error: SettingsError, readable: bool) -> None:
    if readable:
        sys.stderr.write(f"regie: {error}\n")
    else:
        log.critical(str(error))


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="regie", description="Régie: management software for a services agency")
    parser.add_argument("--config", type=Path, help="configuration file; without it regie.env in the current folder")
    commands = parser.add_subparsers(dest="command", required=True)
    setup = commands.add_parser("setup", help="write a configuration, prepare the database, print the owner's link")
    setup.add_argument("--origin", help="address that people type, such as https://regie.example.com")
    setup.add_argument("--owner", default="", help="email address of the first super administrator")
    _add_owner_options(setup)
    setup.add_argument("--database-url", help="postgresql://user:password@host/database; SQLite without it")
    setup.add_argument("--data", type=Path, default=Path("regie-data"), help="folder of the data")
    commands.add_parser("doctor", help="check the installation and say what to do")
    serve = commands.add_parser("serve", help="answer requests")
    serve.add_argument("--host", type=_ip_address, default="127.0.0.1")
    serve.add_argument("--port", type=_port)
    serve.add_argument("--workers", type=int, default=1)
    serve.add_argument("--migrate", action="store_true", help="migrate the database to this version first")
    commands.add_parser("migrate", help="migrate the database to this version")
    commands.add_parser("worker", help="run background jobs and schedules")
    owner = commands.add_parser("owner-link", help="print a link that sets a super administrator's password")
    owner.add_argument("email")
    _add_owner_options(owner)
    demo = commands.add_parser("demo", help="load demo accounts and data, synchronized from the sandbox")
    demo.add_argument("--scale", choices=("demo", "bench", "large"), default="demo")
    sandbox = commands.add_parser("sandbox", help="simulate the outside services")
    sandbox.add_argument("--host", type=_ip_address, default="127.0.0.1")
    sandbox.add_argument("--port", type=_port, default=8900)
    profiles = ("demo", "small", "bilingual", "messy", "bench", "large")
    sandbox.add_argument("--profile", "--scale", dest="scale", choices=profiles, default="demo")
    sandbox.add_argument("--seed", type=int, default=7)
    sandbox.add_argument("--google-redirect", action="append", default=[], help="another allowed redirect address")
    sandbox.add_argument("--outbox", type=Path, help="folder of the emails shown at /__sandbox/outbox/")
    sample = commands.add_parser("sample-data", help="for the worker: create sample data in an empty folder")
    sample.add_argument("folder", type=Path)
    sample.add_argument("--first-user", type=int, default=1, help="the key of the first user")
    shell = commands.add_parser("shell", help="open a read-only Python session with the database and the models")
    shell.add_argument("--write", action="store_true", help="also provide a session for changes, committed manually")
    commands.add_parser("reseal", help="encrypt stored secrets again after REGIE_SECRET was replaced")
    erasures = commands.add_parser("erasures", help="list erasures of people, or repeat them after a restore")
    erasures.add_argument("action", choices=("list", "repeat"))
    erasures.add_argument("file", type=Path, nargs="?", help="the list to repeat")
    figures = commands.add_parser("figures", help="calculate the stored figures of past months again")
    figures.add_argument("action", choices=("rebuild",))
    figures.add_argument("--check", action="store_true", help="only say what differs; exit code 1 if something does")
    backup = commands.add_parser("backup", help="back up databases and files while everything runs")
    backup.add_argument("path", type=Path, help="a folder that receives a dated folder, or a new FILE.tar")
    backup.add_argument("--keep", type=int, metavar="N", help="then remove all but the N newest backups of the folder")
    backup.add_argument("--verify", action="store_true", help="check the backup at this path instead")
    restore = commands.add_parser("restore", help="restore a backup into an empty database and files folder")
    restore.add_argument("path", type=Path, help="the folder or FILE.tar that `regie backup` wrote")
    restore.add_argument("--replace", action="store_true", help="replace the data that exist; they are lost")
    restore.add_argument("--erasures", type=Path, metavar="FILE", help="list of erasures to repeat, too")
    export = commands.add_parser("export-openapi", help="write the OpenAPI document")
    export.add_argument("file", type=Path)
    revise = commands.add_parser("revise", help="for developers: write the next migration")
    revise.add_argument("name", help='what it changes, such as "legal name of clients"')
    return parser


def _ip_address(text: str) -> str:
    address = "127.0.0.1" if text == "localhost" else text
    try:
        return str(ip_address(address))
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be an IP address such as 127.0.0.1, not “{text}”") from None


def _port(text: str) -> int:
    if text.isascii() and text.isdecimal() and 1 <= int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a whole number from 1 to 65535, not “{text}”")


def _add_owner_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--first-name", default="", help="of a new user")
    command.add_argument("--last-name", default="", help="of a new user")
    command.add_argument("--currency", default="", help="the organization's, as a code such as CAD, for its first user")


def _serve(settings: Settings, options: argparse.Namespace) -> None:
    from regie.serve import serve

    if options.migrate:
        from regie.migrate import migrate_database

        migrate_database(settings, is_optional=True)
    serve(settings, host=options.host, port=options.port or settings.web.port, workers=options.workers)


def _setup(_settings: Settings, options: argparse.Namespace) -> None:
    from regie.configuration import DEFAULT_FILE
    from regie.installation import ask_missing, set_up
    from regie.owner import OwnerDetails

    file = options.config or Path(DEFAULT_FILE)
    owner = OwnerDetails(options.owner, options.first_name, options.last_name, options.currency)
    set_up(ask_missing(options.origin, owner, options.database_url, options.data, file))


def _doctor(settings: Settings, _options: argparse.Namespace) -> None:
    from regie.doctor import examine

    sys.exit(examine(settings))


def _migrate(settings: Settings, _options: argparse.Namespace) -> None:
    from regie.migrate import migrate_database

    migrate_database(settings)


def _revise(_settings: Settings, options: argparse.Namespace) -> None:
    from regie.revise import revise

    revise(options.name)


def _worker(settings: Settings, _options: argparse.Namespace) -> None:
    from regie.environment import start_error_reports
    from regie.worker import run

    start_error_reports(settings, "worker")
    run(settings)


def _owner_link(settings: Settings, options: argparse.Namespace) -> None:
    from regie.owner import OwnerDetails, print_owner_link

    details = OwnerDetails(options.email, options.first_name, options.last_name, options.currency)
    print_owner_link(settings, details, may_ask=sys.stdin.isatty())


def _reseal(settings: Settings, _options: argparse.Namespace) -> None:
    from regie.reseal import reseal

    reseal(settings)


def _figures(settings: Settings, options: argparse.Namespace) -> None:
    from regie.figure_rebuild import run_figures

    sys.exit(run_figures(settings, only_check=options.check))


def _erasures(settings: Settings, options: argparse.Namespace) -> None:
    from regie.erasures import print_erasures, repeat_from_file

    if options.action == "list":
        print_erasures(settings)
    elif options.file is None:
        sys.exit("regie erasures repeat needs the file that `regie erasures list` wrote.")
    else:
        repeat_from_file(settings, options.file)


def _backup(settings: Settings, options: argparse.Namespace) -> None:
    from regie.backups.commands import backup

    backup(settings, options.path.resolve(), keep=options.keep, verifies=options.verify)


def _restore(settings: Settings, options: argparse.Namespace) -> None:
    from regie.backups.commands import restore

    restore(settings, options.path.resolve(), replace=options.replace, erasures=options.erasures)


def _shell(settings: Settings, options: argparse.Namespace) -> None:
    from regie.shell import open_shell

    open_shell(settings, may_write=options.write)


def _demo(settings: Settings, options: argparse.Namespace) -> None:
    from regie.demo import load_demo

    load_demo(settings, options.scale)


def _sample_data(_settings: Settings, options: argparse.Namespace) -> None:
    from regie.demo.sample import create_sample
    from regie.sandbox.server import serve_in_thread

    create_sample(options.folder, serve_in_thread("small", _SAMPLE_SEED), options.first_user)


def _sandbox(_settings: Settings, options: argparse.Namespace) -> None:
    from regie.listen_address import claim_address
    from regie.sandbox.server import serve

    with claim_address(options.host, options.port):
        serve(options.host, options.port, options.scale, options.seed, tuple(options.google_redirect), options.outbox)


def _export_openapi(settings: Settings, options: argparse.Namespace) -> None:
    from regie.main import create_app

    document = create_app(settings).openapi()
    options.file.write_text(json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


_COMMANDS = {
    "setup": _setup,
    "doctor": _doctor,
    "serve": _serve,
    "migrate": _migrate,
    "revise": _revise,
    "worker": _worker,
    "owner-link": _owner_link,
    "reseal": _reseal,
    "erasures": _erasures,
    "figures": _figures,
    "backup": _backup,
    "restore": _restore,
    "shell": _shell,
    "demo": _demo,
    "sandbox": _sandbox,
    "sample-data": _sample_data,
    "export-openapi": _export_openapi,
}

if __name__ == "__main__":
    main()
