-- Whoever has seen version 1 has seen the documents that came from tables before.
INSERT INTO changes (shard, version)
SELECT 'documents', 1 WHERE EXISTS (SELECT 1 FROM documents)
ON CONFLICT DO NOTHING;
