import type { SshCode } from '../../../src/core/sshCode';
import * as l10n from '../l10n';

/** What the page says of a failure: what happened, and what to do. */
export interface FailureWords {
  readonly what: string;
  readonly next: string;
}

/** What the page says of a host that could not be asked; `detail` is its name, or what it said. */
export const hostFailures: Record<SshCode, (detail: string) => FailureWords> = {
  invalid_destination: (detail) => ({
    what: l10n.t('This is no host that ssh can be given, neither a name nor user@host: {0}', detail),
    next: l10n.t('See the setting localix.hosts.'),
  }),
  no_ssh: (detail) => ({
    what: l10n.t('The program ssh, by which {0} is reached, was not found on this machine.', detail),
    next: l10n.t('Install it, then try again.'),
  }),
  unreachable: (detail) => ({ what: l10n.t('The host could not be reached: {0}', detail), next: l10n.t('See that it runs and can be reached, then try again.') }),
  login_refused: (detail) => ({
    what: l10n.t('The host did not let you in without a question: {0}', detail),
    next: l10n.t('Give ssh a key that it can use by itself, such as one in an agent, then try again.'),
  }),
  unknown_host_key: (detail) => ({
    what: l10n.t('The host has another key than the known one, or none is known yet: {0}', detail),
    next: l10n.t('Connect to it once in a terminal, then try again.'),
  }),
  no_python: () => ({
    what: l10n.t('The host has no python3, with which Localix reads the histories there.'),
    next: l10n.t('Install it there, then try again.'),
  }),
  timed_out: (detail) => ({ what: l10n.t('The host did not answer in time: {0}', detail), next: l10n.t('Try again in a moment.') }),
  missing_file: (detail) => ({
    what: l10n.t('Nothing of this is on the host any more: {0}', detail),
    next: l10n.t('Refresh External Sessions to see what is there.'),
  }),
  too_large: (detail) => ({ what: l10n.t('This is too large to be copied from the host: {0}', detail), next: l10n.t('Read it on the host itself.') }),
  not_copied: (detail) => ({
    what: l10n.t('What the host sent could not be written on this machine: {0}', detail),
    next: l10n.t('See that there is room on the disk, then try again.'),
  }),
  host_error: (detail) => ({ what: l10n.t('Reading on the host failed: {0}', detail), next: l10n.t('Try again in a moment.') }),
  bad_answer: (detail) => ({
    what: l10n.t('The host answered with something else than the histories: {0}', detail),
    next: l10n.t('Try again; if it fails again, see what “ssh” with this host prints in a terminal.'),
  }),
  cancelled: () => ({ what: l10n.t('The host was not asked: this was cancelled.'), next: l10n.t('Try again when you like.') }),
};
