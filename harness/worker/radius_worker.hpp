#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "harness/worker/worker.hpp"

namespace fairway {

/// A worker that serves any radius, asked for agents of one radius. Passes each request on. Queries
/// get the radius.
class RadiusWorker final : public Worker {
 public:
  RadiusWorker(std::unique_ptr<Worker> worker, double radius)
      : worker_(std::move(worker)), radius_(radius) {}

  BuiltWorker build() override { return worker_->build(); }
  void answer(std::span<const Query> queries, bool raw, std::chrono::nanoseconds patience,
              const Receive& receive) override {
    worker_->answer(with_radius(queries), raw, patience, receive);
  }
  void answer_each(std::span<const Query> queries, const Receive& receive) override {
    worker_->answer_each(with_radius(queries), receive);
  }
  void answer_again(std::span<const Query> queries, std::chrono::nanoseconds patience,
                    const Receive& receive) override {
    worker_->answer_again(with_radius(queries), patience, receive);
  }
  std::optional<FollowCosts> apply_burst(const Burst& burst, bool facts) override {
    return worker_->apply_burst(burst, facts);
  }
  void pause() override { worker_->pause(); }
  std::optional<Findings> inspect(std::span<const Query> queries) override {
    return worker_->inspect(with_radius(queries));
  }
  std::optional<DrawingRecord> draw(const DrawRequest& request) override {
    return worker_->draw(request);
  }

 private:
  std::span<const Query> with_radius(std::span<const Query> queries) {
    queries_.assign(queries.begin(), queries.end());
    for (Query& query : queries_) query.radius = radius_;
    return queries_;
  }

  std::unique_ptr<Worker> worker_;
  double radius_;
  std::vector<Query> queries_;
};

}  // namespace fairway
