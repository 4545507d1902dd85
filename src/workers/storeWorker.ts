import { serveStore } from '../store/storeThread';

serveStore();
