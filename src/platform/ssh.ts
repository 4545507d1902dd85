import { spawn } from 'node:child_process';
import type { JsonObject } from '../core/json';
import { fail, ok, type Result } from '../core/result';
import type { SshCode } from '../core/sshCode';
import { cutAt } from '../core/text';
import { endGroup } from './runProgram';

/** A host and the programs by which it is asked. Plain data: it crosses threads. */
export interface SshHost {
  /** As `isDestination` says. */
  readonly destination: string;
  /** The program on this machine. */
  readonly ssh: string;
  /** The path of the script that runs there, `media/remoteHistory.py`. */
  readonly script: string;
}

/** Exit status of the script where there is nothing of what it was asked for. */
const none = 44;
/** How a shell says that there is no such program, and how `ssh` says that it never came so far. */
const [notFound, notConnected] = [127, 255];
/** Milliseconds without a byte from the host, and in all. */
const patience = { silence: 15_000, longest: 600_000 };
/** Longest answer, in bytes. A text of twice the length is more than JavaScript can hold. */
const largestAnswer = 384 << 20;
/** Of what the host says on standard error, in UTF-16 units. */
const longestDetail = 1000;

const longestDestination = 320;
const hostName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,252}$/;
const userName = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/;

/** Whether `ssh` takes `text` as an alias or as `user@host`, and as nothing else: no option, address with a port, path or list. */
export function isDestination(text: string): boolean {
  if (text.length > longestDestination) return false;
  const [host = '', user, ...rest] = text.split('@').reverse();
  return rest.length === 0 && hostName.test(host) && (user === undefined || userName.test(user));
}

/** A person's settings may have a command for every connection, beside which `ssh` takes none of ours. */
const ownCommand = ['RemoteCommand=none', 'PermitLocalCommand=no'];

/** The arguments of `ssh` for a program that talks to ours: it asks a person nothing, shares no connection, and opens no door to this machine. */
export function scriptArguments(destination: string): readonly string[] {
  const options = [
    ...['BatchMode=yes', 'StrictHostKeyChecking=yes', ...ownCommand, 'RequestTTY=no'],
    // A port that a person's own connection has taken already would end this one.
    ...['ClearAllForwardings=yes', 'ForwardAgent=no', 'ForwardX11=no'],
    ...['ControlMaster=no', 'ControlPath=none', 'ControlPersist=no', 'ConnectTimeout=8', 'ConnectionAttempts=1'],
  ];
  // Isolated: neither the environment nor the folder it starts in changes what the script imports.
  return [...options.flatMap((option) => ['-o', option]), '--', destination, 'python3 -I -'];
}

/** The arguments of `ssh` for a person's terminal in which `command`, one of a POSIX shell, runs. */
export function terminalArguments(destination: string, command: string): readonly string[] {
  return ['-t', ...ownCommand.flatMap((option) => ['-o', option]), '--', destination, command];
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without a byte after which the host is given up. */
  readonly silence?: number;
}

interface Ended {
  readonly status: number | null;
  readonly answer: Buffer;
  readonly said: string;
}

/**
 * Runs the script on the host with one request and answers what it says, unchecked. A host that says nothing for 15 seconds is given
 * up, and `ssh` ended with all it started; so is it when `signal` is aborted.
 */
export async function askHost(host: SshHost, script: string, request: JsonObject, { signal, silence = patience.silence }: AskOptions = {}): Promise<Result<unknown, SshCode>> {
  const { destination, ssh } = host;
  if (!isDestination(destination)) return fail('invalid_destination', destination);
  if (signal?.aborted === true) return fail('cancelled', destination);
  const call = `\nmain("${Buffer.from(JSON.stringify(request)).toString('base64')}")\n`;
  const ended = await run(ssh, scriptArguments(destination), script + call, silence, signal);
  if (!ended.ok) return ended.code === 'host_error' ? ended : fail(ended.code, destination);
  const { status, answer, said } = ended.value;
  if (status === none) return fail('missing_file', destination);
  if (status !== 0) return fail(codeOf(status, said), detailOf(said) || destination);
  const parsed = lastLine(answer);
  return parsed === undefined ? fail('bad_answer', destination) : ok(parsed);
}

function run(file: string, args: readonly string[], input: string, silence: number, signal: AbortSignal | undefined): Promise<Result<Ended, SshCode>> {
  return new Promise((resolve) => {
    // A group of its own, so that ending it also ends what it started, and no terminal is there for it to ask at.
    const child = spawn(file, args, { stdio: 'pipe', detached: process.platform !== 'win32', windowsHide: true });
    const pieces: Buffer[] = [];
    let length = 0;
    let said = '';
    const settle = (result: Result<Ended, SshCode>): void => {
      clearTimeout(quiet);
      clearTimeout(total);
      signal?.removeEventListener('abort', onAbort);
      resolve(result);
    };
    const give = (code: SshCode): void => {
      endGroup(child.pid);
      settle(fail(code));
    };
    const onAbort = (): void => give('cancelled');
    const quiet = setTimeout(() => give('timed_out'), silence);
    const total = setTimeout(() => give('timed_out'), patience.longest);
    signal?.addEventListener('abort', onAbort);
    child.stdout.on('data', (piece: Buffer) => {
      quiet.refresh();
      length += piece.length;
      if (length > largestAnswer) give('bad_answer');
      else pieces.push(piece);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 4 * longestDetail) said += text;
    });
    // A host that ends before it has read everything closes the pipe: its status says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('error', (error: NodeJS.ErrnoException) => settle(error.code === 'ENOENT' ? fail('no_ssh') : fail('host_error', error.message)));
    child.once('close', (status) => settle(ok({ status, answer: Buffer.concat(pieces), said })));
  });
}

function codeOf(status: number | null, said: string): SshCode {
  if (status === notFound || /python3.*(not found|not recognized)/i.test(said)) return 'no_python';
  if (status !== notConnected) return 'host_error';
  if (/host key verification failed|host key is known|identification has changed/i.test(said)) return 'unknown_host_key';
  return /permission denied|too many authentication failures|no supported authentication/i.test(said) ? 'login_refused' : 'unreachable';
}

/** On one line, without what a terminal would take as a command. */
function detailOf(said: string): string {
  const lines = said.split(/\r?\n/).map((line) => line.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim());
  return cutAt(lines.filter((line) => line !== '').join(' · '), longestDetail);
}

/** A shell's start-up files may print something before. */
function lastLine(answer: Buffer): unknown {
  const text = answer.toString('latin1').trimEnd();
  try {
    return JSON.parse(text.slice(text.lastIndexOf('\n') + 1)) as unknown;
  } catch {
    return undefined;
  }
}
