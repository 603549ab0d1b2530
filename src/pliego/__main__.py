"""`python -m pliego` and the console command: nothing is imported before the signals to end are watched for."""

from pliego.stopping import end_tidily


def main() -> None:
    """Import the command line and run it; Ctrl-C meanwhile ends with 130, as it does later."""
    end_tidily()
    try:
        from pliego.cli import main as run  # noqa: PLC0415 (importing takes as long as many a command)

        run()
    except KeyboardInterrupt:  # where no handler could be set
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
