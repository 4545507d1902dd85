import * as esbuild from 'esbuild';
