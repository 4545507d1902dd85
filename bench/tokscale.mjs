// What tokscale does before it prints: its native core reads the transcripts of the home folder given. Its own command line
// needs another runtime than Node.
import core from '@tokscale/core';

const { messages } = core.parseLocalSources({ homeDir: process.argv[2], sources: ['claude', 'codex'] });
console.log(JSON.stringify({ messages: messages.length }));
