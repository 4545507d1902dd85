import { serve } from '../platform/thread';
import { LocalOperations, type Operations } from './operations';

const operations = new LocalOperations();

serve((name, params) => {
  const run = operations[name as keyof Operations].bind(operations) as (params: unknown) => Promise<unknown>;
  return run(params);
});
