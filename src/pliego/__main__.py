"""`python -m pliego` and the console command: nothing is imported before Ctrl-C is watched for."""


def main() -> None:
    """Import the command line and run it; Ctrl-C meanwhile ends with 130, as it does later."""
    try:
        from pliego.cli import main as run  # noqa: PLC0415 (importing takes as long as many a command)

        run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
