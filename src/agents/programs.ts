import type { AgentProgram } from './agent';
import { claudeCodeProgram } from './claudeCode/program';
import { codexProgram } from './codex/program';
import { copilotProgram } from './copilot/program';
import { geminiProgram } from './gemini/program';
import { hermesProgram } from './hermes/program';
import { opencodeProgram } from './opencode/program';

/** Every agent's program, in the order in which a person sees them. Without what reads histories, which is most of the code. */
export const programs: readonly AgentProgram[] = [claudeCodeProgram, codexProgram, opencodeProgram, geminiProgram, copilotProgram, hermesProgram];
