/** Why a host can't be asked. `detail` is the destination, or what the system or the host said. */
export type SshCode =
  /** It is no alias and no `user@host`. */
  | 'invalid_destination'
  /** This machine has no `ssh`. */
  | 'no_ssh'
  | 'unreachable'
  /** It asks for a password, or refuses the key. */
  | 'login_refused'
  /** Its key is not the known one, or not known yet. */
  | 'unknown_host_key'
  | 'no_python'
  | 'timed_out'
  /** Nothing of what was asked for is there. */
  | 'missing_file'
  /** More than is copied. */
  | 'too_large'
  /** The copy can't be written on this machine. */
  | 'not_copied'
  | 'host_error'
  /** What it answered is no answer of ours. */
  | 'bad_answer'
  | 'cancelled';
